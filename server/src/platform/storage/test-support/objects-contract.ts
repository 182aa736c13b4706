import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '../../id.ts'
import { usedBytes } from '../object-queries.ts'
import type { StorageHarness } from './harness.ts'
import { bytesOf, collect, newKey, read, stream } from './samples.ts'

const size = 300_000
const content = bytesOf('an object', size)

export function testObjects(use: () => StorageHarness): void {
  describe('objects', () => {
    test('are read as they were written, and replaced as a whole', async () => {
      const { storage } = use()
      const key = newKey(use())
      expect(await storage.stat(key)).toBe(null)
      expect(await storage.put(key, stream(content))).toMatchObject({ ...key, size })
      expect(await storage.stat(key)).toMatchObject({ ...key, size })
      expect((await read(use(), key)).equals(content)).toBe(true)
      await storage.put(key, stream(Buffer.from('shorter')), { size: 7 })
      expect((await read(use(), key)).toString()).toBe('shorter')
    })

    test('are made of a file too, whose room in the quota is looked for before', async () => {
      const { storage, database, organizationId } = use()
      const key = newKey(use())
      await storage.put(key, stream(Buffer.from('before')))
      const folder = await mkdtemp(join(tmpdir(), 'cresyl-put-'))
      const path = join(folder, 'made')
      await writeFile(path, content)
      const setQuota = (bytes: number | null) =>
        database.asSystem((tx) =>
          tx.execute(sql`update organizations set quota_bytes = ${bytes} where id = ${organizationId}`),
        )
      await setQuota(1)
      await expect(storage.putFile(key, path).finally(() => setQuota(null))).rejects.toMatchObject({
        code: 'quota_exceeded',
      })
      expect((await read(use(), key)).toString()).toBe('before')
      expect(await storage.putFile(key, path)).toMatchObject({ ...key, size })
      expect((await read(use(), key)).equals(content)).toBe(true)
      const { rows } = await database.asSystem((tx) =>
        tx.execute(sql`select hash, size::int from stored_objects where path = ${key.path}`),
      )
      expect(rows).toEqual([{ hash: createHash('sha256').update(content).digest(), size }])
      await rm(folder, { recursive: true })
    })

    test('may be empty', async () => {
      const key = newKey(use())
      await use().storage.put(key, stream(Buffer.alloc(0)))
      expect(await use().storage.stat(key)).toMatchObject({ size: 0 })
      expect(await read(use(), key)).toHaveLength(0)
      await expect(read(use(), key, { offset: 0, length: 1 })).rejects.toMatchObject({
        code: 'range_not_satisfiable',
      })
    })

    test.each([
      ['in the middle', { offset: 1000, length: 5000 }, 1000, 6000],
      ['to the end', { offset: size - 10 }, size - 10, size],
      ['past the end', { offset: size - 10, length: 1_000_000 }, size - 10, size],
      ['the last byte', { offset: size - 1, length: 1 }, size - 1, size],
    ])('are read by range: %s', async (_case, range, start, end) => {
      const key = newKey(use())
      await use().storage.put(key, stream(content))
      const found = await use().storage.get(key, range)
      expect(found).toMatchObject({ size, offset: start, length: end - start })
      const bytes = Buffer.concat(await collect(found.body))
      expect(bytes.equals(content.subarray(start, end))).toBe(true)
    })

    test('that end before the range, or are not there, are refused', async () => {
      const key = newKey(use())
      await use().storage.put(key, stream(content))
      for (const offset of [size, size + 1, 10 * size]) {
        await expect(read(use(), key, { offset })).rejects.toMatchObject({ code: 'range_not_satisfiable' })
      }
      await expect(read(use(), newKey(use()))).rejects.toMatchObject({ code: 'not_found' })
      await expect(read(use(), newKey(use()), { offset: 5 })).rejects.toMatchObject({ code: 'not_found' })
    })

    test('are listed in order, those below a folder only, and of one organisation only', async () => {
      const { storage, organizationId, otherOrganizationId } = use()
      const paths = ['list/a', 'list/a-b/c', 'list/b/c/d', 'list/b0', 'listing']
      for (const path of paths.toReversed())
        await storage.put({ organizationId, path }, stream(Buffer.from(path)))
      await storage.put({ organizationId: otherOrganizationId, path: 'list/x' }, stream(Buffer.from('x')))
      const listed = await collect(storage.list(organizationId, 'list'))
      expect(listed.map(({ path }) => path)).toEqual(['list/a', 'list/a-b/c', 'list/b/c/d', 'list/b0'])
      expect(listed[0]).toMatchObject({ organizationId, size: 6, modifiedAt: expect.any(Date) })
      const others = await collect(storage.list(otherOrganizationId, ''))
      expect(others.map(({ path }) => path)).toEqual(['list/x'])
      expect(await collect(storage.list(organizationId, 'nothing'))).toEqual([])
    })

    test('tell whose they are, and nothing of organisations that have none', async () => {
      const { storage, organizationId, otherOrganizationId } = use()
      const stranger = newId()
      for (const id of [organizationId, otherOrganizationId]) {
        await storage.put({ organizationId: id, path: 'any/of-theirs' }, stream(Buffer.from('x')))
      }
      const found = await collect(storage.organizations())
      expect(found).toEqual(expect.arrayContaining([organizationId, otherOrganizationId]))
      expect(found).not.toContain(stranger)
    })

    test('that the platform keeps about an organisation are not taken from its quota', async () => {
      const { storage, database, organizationId } = use()
      const used = () => database.asSystem((tx) => usedBytes(tx, organizationId))
      const before = await used()
      await storage.put({ organizationId, path: 'audit/kept' }, stream(content))
      expect(await used()).toBe(before)
      await storage.put({ organizationId, path: 'auditorium' }, stream(content))
      expect(await used()).toBe(before + size)
    })

    test('are gone once deleted, and deleting them again is no failure', async () => {
      const key = newKey(use())
      await use().storage.put(key, stream(content))
      await use().storage.delete(key)
      expect(await use().storage.stat(key)).toBe(null)
      await use().storage.delete(key)
    })

    test('whose content fails to arrive leave what was there before', async () => {
      const key = newKey(use())
      await use().storage.put(key, stream(Buffer.from('before')))
      async function* broken() {
        yield content
        throw new Error('the pipe broke')
      }
      await expect(use().storage.put(key, broken())).rejects.toThrow('the pipe broke')
      expect((await read(use(), key)).toString()).toBe('before')
      const fresh = newKey(use())
      await expect(use().storage.put(fresh, broken())).rejects.toThrow('the pipe broke')
      expect(await use().storage.stat(fresh)).toBe(null)
    })

    test.each(['', '../x', 'a/../b', '/a', 'a//b', 'a/', '.a', 'a b', 'ä', 'a\\b', 'a\0b', 'x'.repeat(201)])(
      'have no path such as %j',
      async (path) => {
        const { organizationId } = use()
        await expect((async () => use().storage.stat({ organizationId, path }))()).rejects.toThrow(/path/)
        await expect((async () => use().storage.stat({ organizationId: path, path: 'a' }))()).rejects.toThrow(
          /id/,
        )
      },
    )
  })

  describe('a download address', () => {
    async function offer(fileName = 'Schnitt "1" – Größe.svs') {
      const key = newKey(use())
      await use().storage.put(key, stream(content))
      return { key, url: await use().storage.downloadUrl(key, { fileName, mediaType: 'image/tiff' }) }
    }

    test('serves the object to be saved under its name', async () => {
      const { url } = await offer()
      const reply = await fetch(url)
      expect(reply.status).toBe(200)
      expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true)
      expect(reply.headers.get('content-type')).toBe('image/tiff')
      expect(reply.headers.get('content-length')).toBe(String(size))
      expect(reply.headers.get('content-disposition')).toBe(
        `attachment; filename="Schnitt _1_ _ Gr__e.svs"; filename*=UTF-8''Schnitt%20%221%22%20%E2%80%93%20Gr%C3%B6%C3%9Fe.svs`,
      )
    })

    test.each([
      ['bytes=0-0', 206, `bytes 0-0/${size}`, 0, 1],
      ['bytes=100-199', 206, `bytes 100-199/${size}`, 100, 200],
      [`bytes=${size - 5}-`, 206, `bytes ${size - 5}-${size - 1}/${size}`, size - 5, size],
      ['bytes=-7', 206, `bytes ${size - 7}-${size - 1}/${size}`, size - 7, size],
      ['bytes=100-99999999', 206, `bytes 100-${size - 1}/${size}`, 100, size],
    ])('serves %s', async (range, status, contentRange, start, end) => {
      const reply = await fetch((await offer()).url, { headers: { range } })
      expect(reply.status).toBe(status)
      expect(reply.headers.get('content-range')).toBe(contentRange)
      expect(Buffer.from(await reply.arrayBuffer()).equals(content.subarray(start, end))).toBe(true)
    })

    test('refuses a range past the end', async () => {
      const reply = await fetch((await offer()).url, { headers: { range: `bytes=${size}-` } })
      expect(reply.status).toBe(416)
      await reply.body?.cancel()
    })

    test('does nothing else, for nothing else, and not for ever', async () => {
      const { url, key } = await offer()
      const other = newKey(use())
      await use().storage.put(other, stream(content))
      const elsewhere = url.replace(key.path, other.path)
      const renamed = url.replace('Schnitt', 'Schnatt')
      for (const changed of [elsewhere, renamed, `${url}x`, url.slice(0, -1)]) {
        const reply = await fetch(changed)
        expect([reply.status, changed === url], changed).toEqual([403, false])
        await reply.body?.cancel()
      }
      const put = await fetch(url, { method: 'PUT', body: 'x' })
      expect(put.status).toBeGreaterThanOrEqual(400)
      await put.body?.cancel()
      const reply = await fetch(
        await anHourAgo(use(), () => use().storage.downloadUrl(key, { fileName: 'a' })),
      )
      expect(reply.status).toBe(403)
      await reply.body?.cancel()
    })
  })
}

/** What is made an hour ago by our clock has expired. */
export async function anHourAgo<T>({ hooks }: StorageHarness, work: () => Promise<T>): Promise<T> {
  const { now } = hooks
  hooks.now = () => new Date(Date.now() - 3_600_000)
  try {
    return await work()
  } finally {
    hooks.now = now
  }
}
