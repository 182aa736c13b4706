import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  isReady,
  issueToken,
  listProjectNames,
  type ProductPlace,
  postmasterPid,
  runCli,
  startProduct,
  startWriting,
  stopProduct,
} from './test-product.ts'

/**
 * One round: writes, kills the server or PostgreSQL in the middle of it with SIGKILL, starts again, and looks for
 * every write that had been acknowledged. Returns how many there were.
 */
export async function crashWhileWriting(
  place: ProductPlace,
  victim: 'server' | 'postgres',
  round: string,
): Promise<number> {
  const product = await startProduct(place)
  expect(product.messages.at(-1)).toMatchObject({ type: 'ready' })
  const writer = startWriting(product.origin, await issueToken(place), round)
  await expect.poll(() => writer.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(20)
  await sleep(Math.random() * 300)

  process.kill(victim === 'server' ? (product.process.pid as number) : await postmasterPid(place), 'SIGKILL')
  const [code, signal] = await product.ended
  await writer.stop()
  if (victim === 'server') expect(signal).toBe('SIGKILL')
  else {
    expect(code).toBe(1)
    expect(product.messages.at(-1)).toMatchObject({
      type: 'failed',
      message: expect.stringMatching(/start Cresyl again/),
    })
  }

  const next = await startProduct(place)
  expect(isReady(next), JSON.stringify(next.messages)).toBe(true)
  const kept = new Set(await listProjectNames(next.origin, await issueToken(place)))
  expect(writer.acknowledged.filter((name) => !kept.has(name))).toEqual([])
  const audit = await runCli(place, ['audit', 'verify'])
  expect(audit.code, audit.stdout).toBe(0)
  expect(await stopProduct(next)).toBe(0)
  return writer.acknowledged.length
}
