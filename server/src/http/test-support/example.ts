import type { ErrorCode } from '@cresyl/contract/api/errors'
import type { Access } from '@cresyl/contract/api/route'
import type { RouteName } from '@cresyl/contract/routes'
import type { request, TestApi, TestMember } from '../test-api.ts'

export interface ExampleRequest {
  id?: string
  body?: unknown
  /** Which the contract takes too: all its alternatives are among them, and all objects with keys that must be there. */
  otherBodies?: unknown[]
  /** What the address must say after the path. */
  query?: Record<string, string>
  /** What its audit row names, where neither the address nor the reply does. */
  subject?: string
  /** Who sees what it is about, where that decides and not the route: for others it is not there. */
  readers?: Access
}

/**
 * A request that succeeds: what it needs is made by an administrator of the same organisation. What is one
 * person's own is made for the caller, who is the administrator unless another is named.
 */
export type Example = (api: TestApi, admin: TestMember, caller?: TestMember) => Promise<ExampleRequest>
export type Examples = Record<RouteName, Example>

export type Reply = Awaited<ReturnType<typeof request>>

/** How each error that a route declares for itself comes about. */
export type Provocations = Partial<
  Record<RouteName, Partial<Record<ErrorCode, (api: TestApi) => Promise<Reply>>>>
>

let serial = 0

/** For names that must not be taken. */
export function nextSerial(): number {
  serial += 1
  return serial
}
