import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writePrivateFile } from '../private-file.ts'
import { StartError } from '../start-error.ts'

/** Keys that must never be in the database: whoever can write there must not be able to sign. */
export interface Secrets {
  /** Signs the seals of the audit log (Ed25519). */
  sealKey: KeyObject
  /** Signs the cookies of the embedded provider. */
  cookieKey: string
  /** Signs the addresses by which parts of files arrive and files are fetched. */
  urlKey: string
}

/** Reads the keys from the folder, making those that aren't there yet. Every machine must have the same ones. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return {
      sealKey: createPrivateKey(await readOrMake(join(folder, 'seal-key.pem'), newSealKey)),
      cookieKey: await readOrMake(join(folder, 'cookie-key'), newRandomKey),
      urlKey: await readOrMake(join(folder, 'url-key'), newRandomKey),
    }
  } catch (error) {
    throw new StartError(
      `The keys in ${folder} can't be read or made: ${error instanceof Error ? error.message : error}. Check the folder's rights, or set CRESYL_SECRETS_DIR to another one.`,
    )
  }
}

function newRandomKey(): string {
  return randomBytes(32).toString('base64url')
}

function newSealKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Two processes may get here at once: `link` lets exactly one of them win, and both read the winner's file. */
async function readOrMake(path: string, make: () => string): Promise<string> {
  try {
    return await readKey(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Not named after the process: on a folder shared by containers all of them may be process 1.
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writePrivateFile(draft, make())
    await link(draft, path)
    await syncFolder(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readKey(path)
}

/** An empty key would sign everything alike without anyone noticing. */
async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  if (text.trim() === '') throw new Error(`${path} is empty`)
  return text
}
