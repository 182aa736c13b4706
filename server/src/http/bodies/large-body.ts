import { setImmediate } from 'node:timers/promises'
import { ApiError, type ErrorCode, type ErrorExtras } from '@cresyl/contract/api/errors'
import type { Route, RouteRequest } from '@cresyl/contract/api/route'
import type { RouteName } from '@cresyl/contract/routes'
import { runInThread, ThreadLimitError } from '../../platform/threads/run-in-thread.ts'
import type { LargeBody } from './json-body.ts'

/** What the thread is told, and what it answers: positions come as one list of numbers each, which is handed over at once. */
export interface BodyToCheck {
  route: RouteName
  bytes: Uint8Array
}
export type CheckedBody = { body: unknown } | { code: ErrorCode; extras: ErrorExtras }

const program = new URL('./check-body-thread.ts', import.meta.url)

/** Parses and checks a body while others are answered. */
export async function checkLargeBody<R extends Route>(
  route: RouteName,
  { bytes }: LargeBody,
): Promise<RouteRequest<R>['body']> {
  const order: BodyToCheck = { route, bytes }
  const limits = { milliseconds: 60_000, memoryMegabytes: 1024 }
  const checked = await runInThread<CheckedBody>(program, order, limits).catch((error) => {
    if (!(error instanceof ThreadLimitError)) throw error
    throw new ApiError('payload_too_large', { detail: 'This is too much at once. Send it in parts.' })
  })
  if ('body' in checked) return (await unpacked(checked.body)) as RouteRequest<R>['body']
  throw new ApiError(checked.code, checked.extras)
}

/** Put together in a hundredth of a second; then others have their turn. */
const positionsAtOnce = 20_000

/** With positions as pairs again. */
async function unpacked(value: unknown): Promise<unknown> {
  if (value instanceof Float64Array) return pairsOf(value)
  if (typeof value !== 'object' || value === null) return value
  const within = value as Record<string, unknown>
  for (const key of Object.keys(within)) {
    const inner = within[key]
    if (typeof inner === 'object' && inner !== null) within[key] = await unpacked(inner)
  }
  return value
}

async function pairsOf(numbers: Float64Array): Promise<[number, number][]> {
  const pairs: [number, number][] = []
  for (let at = 0; at < numbers.length; at += 2) {
    pairs.push([numbers[at] as number, numbers[at + 1] as number])
    if (pairs.length % positionsAtOnce === 0) await setImmediate()
  }
  return pairs
}
