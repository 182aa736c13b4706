import type { File } from '../../contract/src/files/files.ts'
import { extensionOf } from '../../contract/src/files/uploads.ts'
import { issueToken } from '../../server/src/identity/issue-token.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { uploadParts } from '../../server/src/platform/db/schema/index.ts'
import type { BenchProduct } from '../support/product.ts'

/** Of those who may upload. */
const person = { email: 'user@demo.cresyl', organization: 'demo' }

export interface BegunFile {
  id: string
  urls: string[]
}

/** The API of the product, as someone uses it who uploads without the page. */
export interface UploadCalls {
  /** Announces the file and asks for an address for each of its parts. */
  begin(name: string, size: number): Promise<BegunFile>
  complete(id: string, etags: readonly string[]): Promise<void>
  /** For those who make the calls themselves. It holds for some minutes only. */
  issueToken(): Promise<string>
}

export function openUploadCalls({ context }: BenchProduct): UploadCalls {
  const issue = () => issueToken(context, person)
  const ask = async <T>(method: string, where: string, body?: object): Promise<T> => {
    const headers = {
      authorization: `Bearer ${await issue()}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const url = `${context.config.origin}/api/${where}`
    const reply = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok)
      throw new Error(`${method} ${where} was answered with ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<T>
  }
  return {
    begin: async (name, size) => {
      const { id } = await ask<File>('POST', 'files/', { name, size, media_type: extensionOf(name) })
      const { part_count: count } = await ask<{ part_count: number }>('POST', `files/${id}/multipart/init/`)
      const urls: string[] = []
      for (let number = 1; number <= count; number += 1) {
        const where = `files/${id}/multipart/part-url/?partNumber=${number}`
        urls.push((await ask<{ url: string }>('GET', where)).url)
      }
      return { id, urls }
    },
    complete: async (id, etags) => {
      const parts = etags.map((etag, index) => ({ PartNumber: index + 1, ETag: etag }))
      await ask('POST', `files/${id}/multipart/complete/`, { parts })
    },
    issueToken: issue,
  }
}

/** Gives back the room of all files that are stored; returns how many bytes that was. */
export async function clearStored({ storage }: Context): Promise<number> {
  let cleared = 0
  for await (const organizationId of storage.organizations()) {
    for await (const { path, size } of storage.list(organizationId, 'files')) {
      await storage.delete({ organizationId, path })
      cleared += size
    }
  }
  return cleared
}

/** How many parts are arriving at this moment. */
export async function countArriving({ database }: Context): Promise<number> {
  const writers = await database.asSystem((tx) => tx.select({ writer: uploadParts.writer }).from(uploadParts))
  return writers.filter(({ writer }) => writer !== null).length
}
