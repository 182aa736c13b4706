import { and, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { projects, stainers, tissues } from '../../platform/db/schema/index.ts'
import type { KnownTargets, Wish } from './plan-edit.ts'

export async function knownTargets(tx: Tx, wishes: readonly Wish[]): Promise<KnownTargets> {
  const asked = (column: 'projectId' | 'tissueId' | 'stainerId') => [
    ...new Set(wishes.map(({ values }) => values?.[column]).filter((id) => typeof id === 'string')),
  ]
  const found = await tx
    .select({ id: projects.id, archivedAt: projects.archivedAt })
    .from(projects)
    .where(and(inArray(projects.id, asked('projectId')), isNull(projects.deletedAt)))
  return {
    projects: new Map(found.map(({ id, archivedAt }) => [id, archivedAt === null ? 'open' : 'archived'])),
    tissues: await knownTerms(tx, tissues, asked('tissueId')),
    stainers: await knownTerms(tx, stainers, asked('stainerId')),
  }
}

async function knownTerms(
  tx: Tx,
  table: typeof tissues | typeof stainers,
  ids: string[],
): Promise<Set<string>> {
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, ids), isNull(table.mergedInto), isNull(table.deletedAt)))
  return new Set(found.map(({ id }) => id))
}
