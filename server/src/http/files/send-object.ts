import { ApiError } from '@cresyl/contract/api/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOfAddress } from '../../platform/storage/disk/addresses.ts'
import type { DiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import { sendContent } from './send-content.ts'

/** Fails where an address doesn't hold any more. */
export type CheckAddress = (parameters: URLSearchParams) => Promise<void>

/** Sends an object to whoever has a signed address of it. */
export async function sendObject(
  storage: DiskStorage,
  check: CheckAddress,
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = storage.signer.verify('GET', request.url)
  await check(parameters)
  const key = keyOfAddress(request.params['*'])
  const found = key === undefined ? null : await storage.stat(key)
  if (key === undefined || found === null) throw new ApiError('not_found')
  const size = await storage.recordedSize(key)
  if (size !== null && size !== found.size) {
    throw new ApiError('undecodable', {
      detail: `This file is damaged: ${inWords(size)} were stored, and ${inWords(found.size)} are left on the disk. Ask your system administrator to restore it from a backup.`,
    })
  }
  return sendContent(request, reply, parameters, { ...found, open: (range) => storage.get(found, range) })
}

const inWords = (bytes: number) => `${bytes.toLocaleString('en')} bytes`
