import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createReplyValidator, type WireReply } from './openapi/create-reply-validator.ts';

const validate = createReplyValidator();

/**
 * Makes `inject` reject with what is wrong when a reply of the provider under `/identity` breaks
 * the published protocol. Answers the list that every reply is added to.
 */
export function checkEveryReply(app: FastifyInstance): WireReply[] {
  const replies: WireReply[] = [];
  const inject = app.inject.bind(app);
  const value = async (options: InjectOptions | string) => {
    const response = await inject(options);
    if (!response.raw.req.url?.startsWith('/identity/')) return response;
    const reply = readWireReply(response);
    replies.push(reply);
    const faults = validate(reply);
    if (faults.length > 0) throw new Error(`a reply breaks the protocol:\n${faults.join('\n')}`);
    return response;
  };
  Object.defineProperty(app, 'inject', { value });
  return replies;
}

function readWireReply({ raw, statusCode, headers, body }: LightMyRequestResponse): WireReply {
  const { method = 'GET', url = '/' } = raw.req;
  const contentType = headers['content-type'];
  const isJson = contentType?.startsWith('application/json');
  return {
    method,
    path: url,
    status: statusCode,
    contentType,
    body: isJson ? JSON.parse(body) : body,
  };
}
