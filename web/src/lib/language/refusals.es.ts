import type { ErrorCode } from '@pathway/contract/errors';

/** What a visitor may be refused, by the codes of the error catalogue. */
const REFUSALS: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'La solicitud no es válida.',
  malformed_body: 'No se pudo leer la solicitud.',
  nul_character: 'El texto no puede tener caracteres nulos.',
  message_blank: 'Escribe un mensaje.',
  message_too_long: 'Un mensaje puede tener 500 caracteres como máximo.',
  too_many_messages: 'Hay demasiados mensajes en una solicitud.',
  consent_version_unknown: 'Esta versión de los términos no es la actual.',
  not_signed_in: 'No has iniciado sesión',
  session_creation_failed: 'No pudimos abrir tu sesión en el servidor.',
  erasure_refused:
    'Tus datos no se borraron, porque tu sesión terminó. Vuelve a iniciar sesión primero.',
  admin_required: 'Hace falta acceso de administrador',
  consent_required: 'Acepta los términos para continuar...',
  foreign_user: 'Esta no es tu cuenta.',
  request_refused: 'Solicitud rechazada',
  not_found: 'No se encontró',
  request_timeout: 'La solicitud tardó demasiado.',
  answer_in_progress: 'Espera a que termine la respuesta actual.',
  body_too_large: 'La solicitud es demasiado grande.',
  unsupported_media_type: 'Este tipo de contenido no se admite.',
  too_many_requests: 'Demasiadas solicitudes. Inténtalo de nuevo más tarde.',
  internal_error: 'Algo salió mal de nuestro lado.',
  answer_failed: 'Perdón, algo salió mal. Inténtalo de nuevo.',
  service_unavailable: 'El servicio no está disponible por el momento',
  storage_full: 'No hay suficiente espacio.',
  storage_unreachable: 'No se puede acceder a los archivos. Inténtalo de nuevo más tarde.',
};

export const SPANISH: Readonly<Record<string, string>> = REFUSALS;
