import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { File } from '../contract/src/files.ts'
import type { Slide } from '../contract/src/slides.ts'
import { LaunchFailure } from '../launch/failure.js'
import { issueToken } from '../server/src/identity/issue-token.ts'
import { addOrganization, addUser } from '../server/src/identity/people.ts'
import type { BenchPostgres } from './postgres.ts'
import { startBenchProduct } from './product.ts'
import type { Stage } from './stage.ts'

const organization = 'bench'
const email = 'bench@cresyl.example'
const patienceMilliseconds = 180_000

export interface TileProduct {
  pid: number
  origin: string
  port: number
  /** A new one, as those who look at slides have: it holds for some minutes. */
  token(): Promise<string>
  /** Uploads a slide and waits until it can be looked at. Resolves to the id of its image. */
  addSlide(path: string): Promise<string>
}

/** The product with an organisation, and somebody in it. */
export async function startTileProduct(stage: Stage, postgres: BenchPostgres): Promise<TileProduct> {
  // What `npm start` sets as well.
  const { pid, context } = await startBenchProduct(stage, postgres, { UV_THREADPOOL_SIZE: '24' })
  await addOrganization(context, { name: organization, displayName: 'Bench' })
  const person = { email, name: 'Bench', role: 'admin', password: crypto.randomUUID() } as const
  await addUser(context, { organization, ...person })
  const token = () => issueToken(context, { email, organization })
  const { origin, port } = context.config
  return { pid, origin, port, token, addSlide: async (path) => addSlide(origin, await token(), path) }
}

async function addSlide(origin: string, token: string, path: string): Promise<string> {
  const ask = async <T>(method: string, where: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const reply = await fetch(`${origin}/api/${where}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok)
      throw new Error(`${method} ${where} was answered with ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<T>
  }
  const name = basename(path)
  const { size } = await stat(path)
  const { id } = await ask<File>('POST', 'files/', {
    ...{ name, size, media_type: name.slice(name.indexOf('.') + 1) },
  })
  const parts = await sendParts(path, size, id, ask)
  await ask('POST', `files/${id}/multipart/complete/`, { parts })
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until) {
    const file = await ask<File>('GET', `files/${id}/`)
    if (file.reading_state === 'failed') throw new Error(`${name} could not be read: ${file.reading_message}`)
    if (file.reading_state === 'ready' && file.slide_id !== null) {
      return (await ask<Slide>('GET', `slides/${file.slide_id}/`)).image_id
    }
    await sleep(200)
  }
  throw new LaunchFailure(`The product did not read ${name} within three minutes.`)
}

async function sendParts(
  path: string,
  size: number,
  id: string,
  ask: <T>(method: string, where: string, body?: object) => Promise<T>,
): Promise<{ PartNumber: number; ETag: string }[]> {
  const { part_size: partSize, part_count: count } = await ask<{ part_size: number; part_count: number }>(
    'POST',
    `files/${id}/multipart/init/`,
  )
  const file = await open(path)
  const parts: { PartNumber: number; ETag: string }[] = []
  try {
    for (let number = 1; number <= count; number += 1) {
      const from = (number - 1) * partSize
      const content = Buffer.alloc(Math.min(partSize, size - from))
      await file.read(content, 0, content.length, from)
      const where = `files/${id}/multipart/part-url/?partNumber=${number}`
      const { url } = await ask<{ url: string }>('GET', where)
      const reply = await fetch(url, { method: 'PUT', body: content })
      if (!reply.ok) throw new Error(`Part ${number} was answered with ${reply.status}`)
      parts.push({ PartNumber: number, ETag: reply.headers.get('etag') ?? '' })
    }
  } finally {
    await file.close()
  }
  return parts
}
