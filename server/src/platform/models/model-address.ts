/** Providers whose dialect we speak; `compatible` is any server that speaks OpenAI's. */
const MODEL_PROVIDERS = ['openai', 'anthropic', 'google', 'compatible'] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** Which model, at whose address, with which key. */
export interface ModelAddress {
  provider: ModelProvider;
  model: string;
  /** Undefined: the provider's own address. */
  baseUrl: string | undefined;
  /** Undefined only for a compatible server that asks for none. */
  apiKey: string | undefined;
}

/** Splits `provider/model`; the model's own name may hold slashes. Null when it is neither. */
export function readModelName(name: string): Pick<ModelAddress, 'provider' | 'model'> | null {
  const [head, ...rest] = name.split('/');
  const provider = MODEL_PROVIDERS.find((candidate) => candidate === head);
  const model = rest.join('/');
  return provider === undefined || model === '' ? null : { provider, model };
}
