import type { Transferable } from 'node:worker_threads'
import { ApiError } from '@cresyl/contract/api/errors'
import { routes } from '@cresyl/contract/routes'
import { answerOrders } from '../../platform/threads/answer-orders.ts'
import { parseJson } from './json-body.ts'
import type { BodyToCheck, CheckedBody } from './large-body.ts'
import { checkBody } from './parse.ts'

answerOrders<BodyToCheck, CheckedBody>(({ route, bytes }, handedOver) => {
  try {
    return { body: packed(checkBody(routes[route], parseJson(bytes)), handedOver) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { cause: _, ...extras } = error.extras
    return { code: error.code, extras }
  }
})

/** With each long list of positions as its numbers: pairs would be copied one by one while nobody is answered. */
function packed(value: unknown, handedOver: Transferable[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isManyPositions(value)) {
    const numbers = Float64Array.from(value.flat())
    handedOver.push(numbers.buffer)
    return numbers
  }
  const within = value as Record<string, unknown>
  for (const key of Object.keys(within)) within[key] = packed(within[key], handedOver)
  return value
}

function isManyPositions(value: object): value is [number, number][] {
  return Array.isArray(value) && value.length > 8 && value.every(isPosition)
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'number')
}
