import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual, promisify } from 'node:util'
import { ApiError } from '@cresyl/contract/api/errors'
import { passwordLength } from '@cresyl/contract/api/limits'

const derive = promisify(argon2)

const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** The tag at its end may be left out. */
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})?$/

/** Matches no password that can be found; costs as much to check as a real one. */
const nobodysHash = formatHash(Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))

/** What is wrong with a password that someone wants to set. */
export function faultOfPassword(password: string): string | undefined {
  const { min, max } = passwordLength
  if (password.length < min || password.length > max)
    return `A password must have ${min} to ${max} characters. Choose another one.`
  return isCommon(password) ? 'This password is easy to guess. Choose another one.' : undefined
}

const commonWords = [
  ...['password', 'passwort', 'passw0rd', 'qwertyuiop', 'qwerty', 'qwertz', 'azerty', 'asdfghjkl', 'asdf'],
  ...['1q2w3e4r', 'letmein', 'welcome', 'iloveyou', 'changeme', 'secret', 'admin', 'login', 'cresyl'],
  ...['abcdefgh', 'abcdef', 'abc', '1234567890', '0987654321', '987654321', '123456789', '123456', '1234'],
]

/** Whether next to nothing is left of it without the words that everybody tries first. */
function isCommon(password: string): boolean {
  const rest = commonWords.reduce((left, word) => left.replaceAll(word, ''), fold(password).toLowerCase())
  return new Set(rest).size < 5
}

/** Argon2id in PHC string form, with the salt of another hash if one is given. Runs on the thread pool. */
export async function hashPassword(password: string, like?: string): Promise<string> {
  const fault = faultOfPassword(password)
  if (fault !== undefined) throw new ApiError('invalid_input', { detail: fault })
  const salt = saltOf(like) ?? randomBytes(saltBytes)
  return formatHash(
    salt,
    await derive('argon2id', { ...cost, message: fold(password), nonce: salt, tagLength: tagBytes }),
  )
}

/**
 * The one of these that the password is of. Those with the same salt are compared at once; without any (an unknown
 * person, a locked account) it takes as long as with one.
 */
export async function findHash(password: string, hashes: readonly string[]): Promise<string | undefined> {
  if (!isUsable(password)) return undefined
  const bySalt = Map.groupBy(hashes.length === 0 ? [nobodysHash] : hashes, (hash) =>
    hash.replace(/[^$]+$/, ''),
  )
  for (const [made, same] of bySalt) {
    const tag = await deriveAs(password, made)
    const found = same.find((hash) => timingSafeEqual(tag, tagOf(hash)))
    if (found !== undefined) return found === nobodysHash ? undefined : found
  }
  return undefined
}

/** Undefined where the hash was made at another cost. */
function saltOf(hash = ''): Buffer | undefined {
  const [, memory, passes, parallelism, salt = ''] = phc.exec(hash) ?? []
  const made = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return isDeepStrictEqual(made, cost) ? Buffer.from(salt, 'base64') : undefined
}

function deriveAs(password: string, made: string): Promise<Buffer> {
  const [, memory, passes, parallelism, salt = ''] = phc.exec(made) ?? []
  if (memory === undefined) throw new Error('A stored password hash is not in argon2id PHC form')
  return derive('argon2id', {
    message: fold(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tagBytes,
  })
}

function tagOf(hash: string): Buffer {
  return Buffer.from(phc.exec(hash)?.[5] ?? '', 'base64')
}

function isUsable(password: string): boolean {
  // A longer one can't be right, and would only cost us hashing time.
  return password !== '' && password.length <= passwordLength.max
}

// Keyboards differ in how they compose an accented letter.
function fold(password: string): string {
  return password.normalize('NFKC')
}

function formatHash(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
