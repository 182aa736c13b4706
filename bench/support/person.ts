import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoleKey } from '../../contract/src/api/permissions.ts'
import type { File } from '../../contract/src/files/files.ts'
import type { Slide } from '../../contract/src/slides/slides.ts'
import { LaunchFailure } from '../../launch/failure.js'
import { issueToken } from '../../server/src/identity/issue-token.ts'
import { addOrganization, addUser } from '../../server/src/identity/people.ts'
import type { Context } from '../../server/src/platform/context.ts'

const patienceMilliseconds = 180_000
/** It holds for some minutes, and making one costs more than most questions. */
const tokenMilliseconds = 60_000

export type Ask = <T>(method: string, where: string, body?: object) => Promise<T>

/** Somebody who uses the API of the product. */
export interface Person {
  /** A new one: it holds for some minutes. */
  token(): Promise<string>
  /** Throws where the reply tells of a failure. */
  ask: Ask
  /** Uploads a slide and waits until it can be looked at. */
  addSlide(path: string, pace?: Pace): Promise<Slide>
}

/** Called before each part is sent, with its size. */
export type Pace = (bytes: number) => Promise<unknown>

/** In an organisation of their own. */
export async function addPerson(context: Context, name: string, role: RoleKey = 'admin'): Promise<Person> {
  const email = `${name}@cresyl.example`
  await addOrganization(context, { name, displayName: name })
  await addUser(context, { organization: name, email, name, role, password: crypto.randomUUID() })
  const token = () => issueToken(context, { email, organization: name })
  let held = { token: Promise.resolve(''), until: 0 }
  const heldToken = () => {
    if (performance.now() > held.until)
      held = { token: token(), until: performance.now() + tokenMilliseconds }
    return held.token
  }
  const ask: Ask = async (method, where, body) => {
    const headers = {
      authorization: `Bearer ${await heldToken()}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const url = `${context.config.origin}/api/${where}`
    const reply = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok)
      throw new Error(`${method} ${where} was answered with ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
  return { token, ask, addSlide: (path, pace = async () => {}) => addSlide(ask, path, pace) }
}

async function addSlide(ask: Ask, path: string, pace: Pace): Promise<Slide> {
  const name = basename(path)
  const { size } = await stat(path)
  const { id } = await ask<File>('POST', 'files/', {
    name,
    size,
    media_type: name.slice(name.indexOf('.') + 1),
  })
  const parts = await sendParts(path, size, id, ask, pace)
  await ask('POST', `files/${id}/multipart/complete/`, { parts })
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until) {
    const file = await ask<File>('GET', `files/${id}/`)
    if (file.reading_state === 'failed') throw new Error(`${name} could not be read: ${file.reading_message}`)
    if (file.reading_state === 'ready' && file.slide_id !== null)
      return ask<Slide>('GET', `slides/${file.slide_id}/`)
    await sleep(500)
  }
  throw new LaunchFailure(`The product did not read ${name} within three minutes.`)
}

async function sendParts(
  path: string,
  size: number,
  id: string,
  ask: Ask,
  pace: Pace,
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
      await pace(content.length)
      const reply = await fetch(url, { method: 'PUT', body: content })
      if (!reply.ok) throw new Error(`Part ${number} was answered with ${reply.status}`)
      parts.push({ PartNumber: number, ETag: reply.headers.get('etag') ?? '' })
    }
  } finally {
    await file.close()
  }
  return parts
}
