import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  childPid,
  isReady,
  issueToken,
  listProjectNames,
  type Product,
  type ProductPlace,
  postmasterPid,
  runCli,
  startProduct,
  startWriting,
  stopProduct,
} from './test-product.ts'

export const victims = ['api', 'worker', 'postgres', 'server'] as const
export type Victim = (typeof victims)[number]

const patience = { timeout: 60_000 }

/**
 * Writes, kills parts of the product with SIGKILL in the middle of it, one after the other, lets each come back, and
 * looks for every write that had been acknowledged. Returns how many there were.
 */
export async function crashWhileWriting(
  place: ProductPlace,
  killed: readonly Victim[],
  round: string,
): Promise<number> {
  let product = await startProduct(place)
  expect(product.messages.at(-1)).toMatchObject({ type: 'ready' })
  const token = await issueToken(place)
  const writer = startWriting(product.origin, token, round)
  const moreWrites = async (count: number) => {
    const before = writer.acknowledged.length
    await expect.poll(() => writer.acknowledged.length, patience).toBeGreaterThan(before + count)
  }
  for (const victim of killed) {
    await moreWrites(20)
    await sleep(Math.random() * 300)
    if (victim === 'server') product = await killServer(product, place)
    else await killPart(place, victim)
  }
  await moreWrites(10)
  await writer.stop()
  const others = [...writer.statuses].filter((status) => status !== 201 && status !== 503)
  expect(others, 'what can’t be done now is refused for now').toEqual([])

  const kept = new Set(await listProjectNames(product.origin, token))
  expect(writer.acknowledged.filter((name) => !kept.has(name))).toEqual([])
  const audit = await runCli(place, ['audit', 'verify'])
  expect(audit.code, audit.stdout).toBe(0)
  expect(await stopProduct(product)).toBe(0)
  return writer.acknowledged.length
}

/** The next start comes at once, while what the killed one left behind is still ending. */
export async function killServer(product: Product, place: ProductPlace): Promise<Product> {
  product.process.kill('SIGKILL')
  const [, signal] = await product.ended
  expect(signal).toBe('SIGKILL')
  const next = await startProduct(place)
  expect(isReady(next), JSON.stringify(next.messages)).toBe(true)
  return next
}

/** The product brings the part back by itself. */
export async function killPart(place: ProductPlace, victim: Exclude<Victim, 'server'>): Promise<void> {
  const pidNow = () => (victim === 'postgres' ? postmasterPid(place) : childPid(place, victim))
  const killed = await pidNow()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => pidNow().catch(() => killed), patience).not.toBe(killed)
}
