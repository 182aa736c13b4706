import { ApiError } from '@cresyl/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOfAddress } from '../platform/storage/disk/addresses.ts'
import type { DiskStorage } from '../platform/storage/disk/disk-storage.ts'
import { sendContent } from './send-content.ts'

/** Sends an object to whoever has a signed address of it. */
export async function sendObject(
  storage: DiskStorage,
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = storage.signer.verify('GET', request.url)
  const key = keyOfAddress(request.params['*'])
  const found = key === undefined ? null : await storage.stat(key)
  if (found === null) throw new ApiError('not_found')
  return sendContent(request, reply, parameters, { ...found, open: (range) => storage.get(found, range) })
}
