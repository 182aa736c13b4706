import { type Page, paging as pagingFields } from '@cresyl/contract/list'
import type { Route, RouteRequest } from '@cresyl/contract/route'
import { z } from 'zod'
import { audited } from '../domain/audit/audited.ts'
import { type Rows, rowLimit } from '../domain/paging.ts'
import type { AuditedWork, Member, Work } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import { type IdempotentRequest, once } from './idempotency.ts'

const paging = z.object(pagingFields)

export interface Scope {
  showDeleted?: boolean
}

/** What a handler gets: the checked request, who sent it, and transactions to answer it in. */
export interface Call<R extends Route> extends RouteRequest<R> {
  member: Member
  read<T>(work: (work: Work) => Promise<T>, scope?: Scope): Promise<T>
  /** The route's audit row is written in the same transaction as the change. */
  write<T>(work: (work: AuditedWork) => Promise<T>, scope?: Scope): Promise<T>
  page<Item>(rows: Rows<Item>): Page<Item>
}

export interface CallOrigin {
  requestId: string
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

  return {
    ...request,
    member,

    read: (work, scope) =>
      database.asMember({ ...scope, organizationId: member.organizationId }, (tx) =>
        work({ tx, member, now: clock.now() }),
      ),

    write: (work, scope) =>
      database.asMember({ ...scope, organizationId: member.organizationId }, async (tx) => {
        if (!route.audit) throw new Error('A route that writes must say how that is audited')
        const occasion = { event: route.audit, requestId: origin.requestId }
        const carryOut = () => audited({ tx, member, now: clock.now() }, occasion, work)
        return origin.idempotent ? once(tx, member, origin.idempotent, carryOut) : carryOut()
      }),

    page: ({ count, results }) => {
      const { limit, offset } = paging.parse(request.query)
      const step = rowLimit(limit)
      return {
        count,
        next: offset + results.length < count ? linkTo(origin.url, limit, offset + step) : null,
        previous: offset > 0 ? linkTo(origin.url, limit, Math.max(0, offset - step)) : null,
        results,
      }
    },
  }
}

function linkTo(url: string, limit: number, offset: number): string {
  const link = new URL(url, 'http://localhost')
  link.searchParams.set('limit', String(limit))
  link.searchParams.set('offset', String(offset))
  return link.pathname + link.search
}
