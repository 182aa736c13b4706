import type { z } from 'zod'
import type { AuditEvent } from './audit.ts'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** `member`: anyone who is signed in to an organisation. `superadmin`: those who look after all organisations. */
export type Access = Permission | 'member' | 'superadmin'

interface Declaration {
  /** Under /api/, without the leading and trailing slash; parameters in braces. */
  path: string
  summary: string
  access: Access
  /** For a person who is signed in, not for a program with an API token: accounts, and what grants rights. */
  inPerson?: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Absent where the reply has no body (204). */
  response?: z.ZodType
  /** What can go wrong beyond what every route of this shape shares (see `errorsOf`). */
  errors?: readonly ErrorCode[]
}

interface Query extends Declaration {
  method: 'GET'
  status: 200
  audit?: AuditEvent
  /** Asked for often and long, mostly of numbers: compressing it well would cost more than making it. */
  large?: true
}

interface Command extends Declaration {
  method: 'POST' | 'PATCH' | 'DELETE'
  status: 200 | 201 | 204
  /** Null for what concerns nobody but the person: a notification marked as read. */
  audit: AuditEvent | null
  /** Takes an Idempotency-Key: the same key and body is carried out once and answered alike. */
  idempotent?: true
  /** Bytes that its body may have, where that is more than usual: it is parsed and checked in a thread. */
  bodyLimit?: number
  /** Carried out on a disk that is almost full too: it ends something, only reads, or keeps what was sent already. */
  whenFull?: true
}

export type Route = Query | Command

export function route<const R extends Route>(declaration: R): R {
  return declaration
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Given<Key extends string, Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : Record<never, never>
type Part<R, Key extends string> = R extends { [K in Key]: infer Schema } ? Schema : undefined

/** What a caller gives: defaults may be left out. */
export type RouteInput<R extends Route> = Given<'params', Part<R, 'params'>> &
  Given<'query', Part<R, 'query'>> &
  Given<'body', Part<R, 'body'>>

/** What a handler gets: checked, defaults filled in. */
export interface RouteRequest<R extends Route> {
  params: Parsed<Part<R, 'params'>>
  query: Parsed<Part<R, 'query'>>
  body: Parsed<Part<R, 'body'>>
}

export type RouteReply<R extends Route> =
  Part<R, 'response'> extends z.ZodType ? z.output<Part<R, 'response'>> : undefined

/** Whether it is refused while the disk is almost full: all that stores something, but nothing that removes. */
export function needsRoom(declared: Route): boolean {
  return declared.method !== 'GET' && declared.method !== 'DELETE' && !declared.whenFull
}

/** Every error the route can answer with, its own and those that follow from its shape. */
export function errorsOf(declared: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'unauthenticated',
    'wrong_host',
    'invalid_input',
    ...(declared.errors ?? []),
  ])
  if (declared.access !== 'member' || declared.inPerson) codes.add('forbidden')
  if (declared.params) codes.add('not_found')
  if (declared.method !== 'GET') {
    codes.add('malformed_json').add('payload_too_large').add('unsupported_media_type')
    if (declared.idempotent) codes.add('idempotency_mismatch')
  }
  if (needsRoom(declared)) codes.add('storage_full')
  return [...codes].sort()
}
