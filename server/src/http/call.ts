import { type Page, paging as pagingFields } from '@cresyl/contract/api/list'
import type { Route, RouteRequest } from '@cresyl/contract/api/route'
import { z } from 'zod'
import { audited } from '../domain/audit/audited.ts'
import { type Rows, rowLimit } from '../domain/resource.ts'
import type { AuditedWork, Member, Work } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { type IdempotentRequest, once } from './bodies/idempotency.ts'

const paging = z.object(pagingFields)

export interface Scope {
  showDeleted?: boolean
}

/** What a handler gets: the checked request, who sent it, and transactions to answer it in. */
export interface Call<R extends Route> extends RouteRequest<R> {
  member: Member
  requestId: string
  read<T>(work: (work: Work) => Promise<T>, scope?: Scope): Promise<T>
  /** The route's audit row is written in the same transaction as the change. */
  write<T>(work: (work: AuditedWork) => Promise<T>, scope?: Scope): Promise<T>
  /** Beyond one organisation: for superadmins, and for what concerns the person in all of theirs. */
  readSystem<T>(work: (work: Work) => Promise<T>): Promise<T>
  writeSystem<T>(work: (work: AuditedWork) => Promise<T>): Promise<T>
  page<Item>(rows: Rows<Item>): Page<Item>
  /** The same question with these parameters instead. */
  link(parameters: Record<string, string>): string
}

export interface CallOrigin {
  requestId: string
  trace?: string
  /** Path and query as sent, for the links of a page. */
  url: string
  idempotent?: IdempotentRequest
}

export function openCall<R extends Route>(
  context: Context,
  route: R,
  member: Member,
  request: RouteRequest<R>,
  origin: CallOrigin,
): Call<R> {
  const { database, clock } = context
  const { organizationId, userId } = member
  const scoped = (scope?: Scope) => ({ ...scope, organizationId, userId })
  const workIn = (tx: Tx): Work => ({
    tx,
    member,
    now: clock.now(),
    ...(origin.trace !== undefined && { trace: origin.trace }),
  })

  async function carryOut<T>(tx: Tx, work: (work: AuditedWork) => Promise<T>): Promise<T> {
    if (route.audit === undefined) throw new Error('A route that writes must say how that is audited')
    const { requestId, idempotent } = origin
    const act = () =>
      route.audit
        ? audited(workIn(tx), { event: route.audit, requestId }, work)
        : work({ ...workIn(tx), record: () => {} })
    return idempotent ? once(tx, member, idempotent, act) : act()
  }

  return {
    ...request,
    member,
    requestId: origin.requestId,
    read: (work, scope) => database.asMember(scoped(scope), (tx) => work(workIn(tx))),
    write: (work, scope) => database.asMember(scoped(scope), (tx) => carryOut(tx, work)),
    readSystem: (work) => database.asSystem((tx) => work(workIn(tx))),
    writeSystem: (work) => database.asSystem((tx) => carryOut(tx, work)),

    page: ({ count, results }) => {
      const { limit, offset } = paging.parse(request.query)
      const step = rowLimit(limit)
      return {
        count,
        next: offset + results.length < count ? linkTo(origin.url, place(limit, offset + step)) : null,
        previous: offset > 0 ? linkTo(origin.url, place(limit, Math.max(0, offset - step))) : null,
        results,
      }
    },
    link: (parameters) => linkTo(origin.url, parameters),
  }
}

const place = (limit: number, offset: number) => ({ limit: String(limit), offset: String(offset) })

function linkTo(url: string, parameters: Record<string, string>): string {
  const link = new URL(url, 'http://localhost')
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value)
  return link.pathname + link.search
}
