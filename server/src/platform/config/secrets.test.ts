import { execFile } from 'node:child_process'
import { sign, verify } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { makeTestFolder } from '../postgres/test-surroundings.ts'
import { StartError } from '../start-error.ts'
import { loadSecrets, type Secrets } from './secrets.ts'

const run = promisify(execFile)

const asText = ({ sealKey, cookieKey, urlKey }: Secrets) =>
  JSON.stringify([sealKey.export({ type: 'pkcs8', format: 'pem' }), cookieKey, urlKey])

/** Starts one after another without waiting, so that each is at another step than the next. */
async function loadOverlapping(folder: string): Promise<string[]> {
  const loading: Promise<Secrets>[] = []
  for (let n = 0; n < 30; n += 1) {
    loading.push(loadSecrets(folder))
    await setImmediate()
  }
  return (await Promise.all(loading)).map(asText)
}

/** In a process of its own, as on another machine that shares the folder. */
async function loadElsewhere(folder: string): Promise<string> {
  const program = `
    import { loadSecrets } from ${JSON.stringify(new URL('./secrets.ts', import.meta.url))}
    const { sealKey, cookieKey, urlKey } = await loadSecrets(process.argv[1])
    process.stdout.write(JSON.stringify([sealKey.export({ type: 'pkcs8', format: 'pem' }), cookieKey, urlKey]))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, folder])
  return stdout
}

describe('keys', () => {
  test('are made at the first start and the same at every later one', async () => {
    const folder = join(await makeTestFolder(), 'data', 'secrets')
    const first = asText(await loadSecrets(folder))
    expect(asText(await loadSecrets(folder))).toBe(first)
  })

  test('of two folders differ', async () => {
    const [one, other] = [await makeTestFolder(), await makeTestFolder()]
    const [first, second] = [await loadSecrets(one), await loadSecrets(other)]
    expect(first.cookieKey).not.toBe(second.cookieKey)
    expect(first.sealKey.equals(second.sealKey)).toBe(false)
  })

  test('are for the owner only, in a folder for the owner only, and leave no drafts', async () => {
    const folder = join(await makeTestFolder(), 'secrets')
    await loadSecrets(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await readdir(folder)).toSorted()).toEqual(['cookie-key', 'seal-key.pem', 'url-key'])
    for (const file of await readdir(folder)) {
      expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600)
    }
  })

  test('can do what they are for: 256 random bits, and an Ed25519 signature', async () => {
    const { cookieKey, urlKey, sealKey } = await loadSecrets(await makeTestFolder())
    for (const key of [cookieKey, urlKey]) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    expect(urlKey).not.toBe(cookieKey)
    expect(sealKey.asymmetricKeyType).toBe('ed25519')
    const signature = sign(null, Buffer.from('seal'), sealKey)
    expect(verify(null, Buffer.from('seal'), sealKey, signature)).toBe(true)
  })

  test('are the same for all who start while others are making them', async () => {
    const folder = await makeTestFolder()
    const loaded = await loadOverlapping(folder)
    expect(new Set(loaded)).toEqual(new Set([asText(await loadSecrets(folder))]))
  })

  test('are the same for processes that start at once', async () => {
    const folder = await makeTestFolder()
    const loaded = await Promise.all(Array.from({ length: 4 }, () => loadElsewhere(folder)))
    expect(new Set(loaded)).toEqual(new Set([asText(await loadSecrets(folder))]))
    expect(await readdir(folder)).toHaveLength(3)
  })
})

describe('keys that cannot be used stop the start with a sentence, and are left as they are', () => {
  test.each([
    ['a seal key that is no key', 'seal-key.pem', 'not a key'],
    ['an empty seal key', 'seal-key.pem', ''],
    ['an empty cookie key', 'cookie-key', '\n'],
    ['an empty URL key', 'url-key', ''],
  ])('%s', async (_case, file, content) => {
    const folder = await makeTestFolder()
    await writeFile(join(folder, file), content)
    const start = loadSecrets(folder)
    await expect(start).rejects.toBeInstanceOf(StartError)
    await expect(start).rejects.toThrow(
      /^The keys in .* can't be read or made: .*\. Check the folder's rights, or set CRESYL_SECRETS_DIR to another one\.$/,
    )
    expect(await readFile(join(folder, file), 'utf8')).toBe(content)
  })

  test('a folder that is a file', async () => {
    const file = join(await makeTestFolder(), 'secrets')
    await writeFile(file, '')
    await expect(loadSecrets(file)).rejects.toThrow(`The keys in ${file} can't be read or made`)
  })
})
