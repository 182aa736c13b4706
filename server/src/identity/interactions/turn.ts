import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import type { Context } from '../../platform/context.ts'

/** One request of a person whom the provider sent to a page of ours. */
export interface Turn {
  context: Context
  provider: Provider
  interaction: Awaited<ReturnType<Provider['interactionDetails']>>
  request: FastifyRequest
  reply: FastifyReply
}

export async function beginTurn(
  context: Context,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Turn> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw)
  if (interaction.uid !== uidOf(request)) throw new errors.SessionNotFound('interaction session not found')
  return { context, provider, interaction, request, reply }
}

/** Of the interaction that the address names. */
export function uidOf(request: FastifyRequest): string {
  return (request.params as { uid: string }).uid
}
