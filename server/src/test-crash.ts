import { expect } from 'vitest'
import { seededRandom } from './faults/test-rounds.ts'
import {
  childPid,
  issueToken,
  listProjectNames,
  type Product,
  type ProductPlace,
  postmasterPid,
  runCli,
  startReady,
  startWriting,
  stopProduct,
} from './test-product.ts'

export const victims = ['api', 'worker', 'postgres', 'server'] as const
export type Victim = (typeof victims)[number]

const patience = { timeout: 60_000 }

const random = seededRandom(Number(process.env.CRESYL_TEST_SEED))

/** Starts the product, has its parts killed while it writes, and stops it. Returns how many writes there were. */
export async function crashWhileWriting(
  place: ProductPlace,
  killed: readonly Victim[],
  round: string,
): Promise<number> {
  const { product, acknowledged } = await killWhileWriting(place, await startReady(place), killed, round)
  expect(await stopProduct(product)).toBe(0)
  return acknowledged
}

/**
 * Writes, kills parts of the product with SIGKILL in the middle of it, one after the other, lets each come back, and
 * looks for every write that had been acknowledged.
 */
export async function killWhileWriting(
  place: ProductPlace,
  started: Product,
  killed: readonly Victim[],
  round: string,
): Promise<{ product: Product; acknowledged: number }> {
  let product = started
  const token = await issueToken(place)
  const writer = startWriting(product.origin, token, round)
  const moreWrites = async (count: number) => {
    const before = writer.acknowledged.length
    await expect.poll(() => writer.acknowledged.length, patience).toBeGreaterThan(before + count)
  }
  for (const victim of killed) {
    await moreWrites(20 + random(20))
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
  return { product, acknowledged: writer.acknowledged.length }
}

/** The next start comes at once, while what the killed one left behind is still ending. */
export async function killServer(product: Product, place: ProductPlace): Promise<Product> {
  product.process.kill('SIGKILL')
  const [, signal] = await product.ended
  expect(signal).toBe('SIGKILL')
  return startReady(place)
}

/** The product brings the part back by itself. */
export async function killPart(place: ProductPlace, victim: Exclude<Victim, 'server'>): Promise<void> {
  const pidNow = () => (victim === 'postgres' ? postmasterPid(place) : childPid(place, victim))
  const killed = await pidNow()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => pidNow().catch(() => killed), patience).not.toBe(killed)
}
