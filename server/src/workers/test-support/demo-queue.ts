import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { giveDemo } from '../../domain/demo/give-demo.ts'
import { demoOrganization, demoPeople } from '../../domain/demo/people.ts'
import { readDemo } from '../../domain/demo/read-demo.ts'
import { removeDemo } from '../../domain/demo/remove-demo.ts'
import { insertOrganization } from '../../domain/organizations/create-organization.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { memberships, users } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import type { Worker } from '../../platform/queue/worker.ts'
import { createMakeDemo } from '../demo/make-demo.ts'
import { handlers, onSettled } from '../index.ts'
import { smallDemo } from './small-demo.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, as PostgreSQL gives them
type Row = Record<string, any>

/** An empty demo organisation with its people, and a worker that gives it the small demo. */
export interface DemoQueue extends TestQueue {
  organizationId: string
  admin: Member
  give(): Promise<void>
  /** As a request of the administrator would. */
  remove(): ReturnType<typeof removeDemo>
  state(): ReturnType<typeof readDemo>
  rows(text: string, ...values: unknown[]): Promise<Row[]>
  work(slots?: number): Promise<Worker>
  /** Until nothing of the demo is made, read or removed any more. */
  settled(): Promise<void>
}

export async function openDemoQueue(
  settings: { slides?: number; checks?: boolean } = {},
): Promise<DemoQueue> {
  const queue = await openTestQueue()
  const context: Context = {
    ...queue.context,
    config: {
      ...queue.context.config,
      demo: true,
      demoSlides: settings.slides ?? smallDemo.slides.length,
      slides: { ...queue.context.config.slides, automaticQc: settings.checks ?? false },
    },
  }
  const { database, clock } = context
  const now = clock.now()
  const { id: organizationId } = await database.asSystem((tx) =>
    insertOrganization(tx, demoOrganization, now),
  )
  const ids = new Map<string, string>()
  for (const { email, name, role } of demoPeople) {
    const id = newId()
    ids.set(role, id)
    await database.asSystem(async (tx) => {
      await tx
        .insert(users)
        .values({ id, issuer: 'x', subject: id, email, name, nameKey: name, superadmin: false })
      await tx.insert(memberships).values({ organizationId, userId: id, role })
    })
  }
  const userId = ids.get('admin') as string
  const admin: Member = { userId, organizationId, permissions: new Set(), superadmin: false, acting: false }
  const scope = { organizationId, userId, showDeleted: true }
  const rows: DemoQueue['rows'] = async (text, ...values) => (await queue.owner.query(text, values)).rows
  return {
    ...queue,
    context,
    organizationId,
    admin,
    rows,
    give: () => giveDemo(context),
    remove: () =>
      database.asMember(scope, (tx) => removeDemo({ tx, member: admin, now: clock.now(), record: () => {} })),
    state: () => database.asMember(scope, (tx) => readDemo({ tx, member: admin })),
    work: (slots = 2) => {
      const make_demo = createMakeDemo(smallDemo)
      return queue.start({
        context,
        definitions: jobDefinitions,
        onSettled,
        handlers: { ...handlers, make_demo },
        server: { slots },
      })
    },
    settled: async () => {
      const open = () => rows(`select id from jobs where state in ('queued', 'running') order by created_at`)
      for (let found = await open(); found.length > 0; found = await open()) {
        for (const { id } of found) await queue.until(id, ({ finishedAt }) => finishedAt !== null)
      }
    },
  }
}
