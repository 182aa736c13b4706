import { ApiError, type ErrorCode, errorCatalogue, errorCodes } from '@cresyl/contract/api/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, isDatabaseFull } from '../platform/db/failures.ts'

const codeOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'unknown_route',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Everything that goes wrong leaves through here as a sentence of the catalogue; details stay in the log. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(toApiError(error), error, request, reply)
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = codeOfFastify[(error as Partial<FastifyError>).code ?? '']
  if (code !== undefined) return new ApiError(code, { cause: error })
  const { statusCode } = error as Partial<FastifyError>
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError(
      errorCodes.find((each) => errorCatalogue[each].status === statusCode) ?? 'invalid_input',
      {
        cause: error,
      },
    )
  }
  if (isDatabaseFull(error)) return new ApiError('storage_full', { cause: error })
  if (isDatabaseAway(error)) return new ApiError('unavailable', { cause: error })
  return new ApiError('internal', { cause: error })
}

function answer(
  error: ApiError,
  original: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  logFailure(request.log, error, original)
  return reply.code(error.status).headers(errorHeaders(error)).send(error.toBody())
}

/** What is away is no defect of ours, and is asked for again and again: a line is enough. */
export function logFailure(
  log: Pick<FastifyRequest['log'], 'warn' | 'error'>,
  error: ApiError,
  original: unknown,
  fields: Record<string, unknown> = {},
): void {
  if (error.code === 'unavailable') log.warn({ ...fields, why: reasonOf(original) }, error.message)
  else if (error.status >= 500) log.error({ ...fields, err: original }, error.message)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** What goes with the sentence. */
export function errorHeaders({ code }: ApiError): Record<string, string> {
  return {
    ...(code === 'unauthenticated' && { 'WWW-Authenticate': 'Bearer' }),
    ...(code === 'unavailable' && { 'Retry-After': '2' }),
    ...(code === 'rate_limited' && { 'Retry-After': '60' }),
    'Cache-Control': 'no-store',
  }
}
