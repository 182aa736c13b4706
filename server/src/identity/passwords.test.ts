import { expect, test } from 'vitest'
import { findHash, hashPassword } from './passwords.ts'

async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  return (await findHash(password, hash === undefined ? [] : [hash])) !== undefined
}

test('a hash is argon2id with our cost, salted, and only its password matches', async () => {
  const hash = await hashPassword('Grün & weiß & rot')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await hashPassword('Grün & weiß & rot')).not.toBe(hash)
  expect(await verifyPassword('Grün & weiß & rot', hash)).toBe(true)
  expect(await verifyPassword('Gru\u0308n & weiß & rot', hash)).toBe(true)
  expect(await verifyPassword('grün & weiß & rot', hash)).toBe(false)
})

test('a hash made by another implementation is understood', async () => {
  // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', reference)).toBe(true)
  expect(await verifyPassword('passwore', reference)).toBe(false)
})

test('passwords of one address have one salt, and are told apart at once', async () => {
  const first = await hashPassword('the first of two')
  const second = await hashPassword('the second of two', first)
  expect(second.split('$')[4]).toBe(first.split('$')[4])
  expect(await findHash('the first of two', [first, second])).toBe(first)
  expect(await findHash('the second of two', [first, second])).toBe(second)
  expect(await findHash('a third', [first, second])).toBeUndefined()
})

test('passwords too short to be safe or too long to be hashed are refused', async () => {
  await expect(hashPassword('eleven char')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(hashPassword('ä'.repeat(1025))).rejects.toMatchObject({ code: 'invalid_input' })
  const longest = 'äbcdefgh'.repeat(128)
  const hash = await hashPassword(longest)
  expect(await verifyPassword(longest, hash)).toBe(true)
  expect(await verifyPassword(`${longest}i`, hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test.each([
  'passwordpassword',
  'Password1234!',
  '123456789012',
  'aaaaaaaaaaaa',
  'qwertyqwerty12',
  'abababababab',
])('%s is refused as easy to guess', async (common) => {
  await expect(hashPassword(common)).rejects.toMatchObject({
    message: expect.stringContaining('easy to guess'),
  })
})

test('where there is no hash the same work is done, and the answer is no', async () => {
  const hash = await hashPassword('the right one')
  // Processor time, which others on the machine don't change as they do the clock's.
  const work = async (given: string | undefined) => {
    const before = process.cpuUsage()
    expect(await verifyPassword('wrong', given)).toBe(false)
    return process.cpuUsage(before).user
  }
  const known = Math.min(await work(hash), await work(hash), await work(hash))
  const unknown = Math.min(await work(undefined), await work(undefined), await work(undefined))
  expect(unknown).toBeGreaterThan(known / 3)
})

test('the event loop goes on while passwords are hashed', async () => {
  const told: string[] = []
  setImmediate(() => told.push('another turn'))
  const hashing = Array.from({ length: 4 }, (_, n) => hashPassword(`long password ${n}`))
  await Promise.all(hashing)
  told.push('all hashed')
  expect(told).toEqual(['another turn', 'all hashed'])
})
