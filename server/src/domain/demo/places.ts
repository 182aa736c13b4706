import type { Route } from '@cresyl/contract/api/route'
import { createProject as createProjectRoute } from '@cresyl/contract/lab/projects'
import { createStainer } from '@cresyl/contract/lab/stainers'
import { createTissue } from '@cresyl/contract/lab/tissues'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import {
  type DemoPartKind,
  projects,
  stainers as stainerTable,
  tissues as tissueTable,
} from '../../platform/db/schema/index.ts'
import { createProject } from '../projects/create-project.ts'
import { projectKeys } from '../projects/names.ts'
import { createTerm } from '../vocabulary/change-terms.ts'
import { findTerm } from '../vocabulary/queries.ts'
import { stainers } from '../vocabulary/stainers.ts'
import { tissues } from '../vocabulary/tissues.ts'
import { nameKeyOf } from '../vocabulary/vocabulary.ts'
import type { AuditedWork, Member } from '../work.ts'
import type { ActAs } from './acting.ts'
import type { DemoContent, DemoProject, DemoStain, DemoTissue } from './content.ts'
import { keepPart, selectParts } from './queries.ts'

/** Names of a project, a tissue and a stain in the list of content. */
export interface DemoWords {
  project?: string
  tissue?: string
  stain?: string
}

/** Where the slides of the demo go: what people have deleted meanwhile is left open. */
export interface Places {
  /** Of slides that were announced, by their keys. */
  files: Map<string, string>
  projects: ReadonlyMap<string, string>
  belongingOf(words: DemoWords): { project_id?: string; tissue_id?: string; stainer_id?: string }
}

/** Makes what the slides need and the organisation doesn't have; what it has by that name already is its own. */
export async function preparePlaces(content: DemoContent, actAs: ActAs, member: Member): Promise<Places> {
  const each = <Item extends { key: string }>(
    kind: DemoPartKind,
    route: Route,
    items: readonly Item[],
    how: Ways<Item>,
  ) =>
    actAs(member, route).write(async (work) => {
      const known = await selectParts(work.tx, member.organizationId, kind)
      for (const item of items) if (!known.has(item.key)) await add(work, kind, item, how, known)
      return how.usable(work.tx, known)
    })
  const found = {
    project: await each('project', createProjectRoute, content.projects, projectWays),
    tissue: await each('tissue', createTissue, content.tissues, tissueWays),
    stain: await each('stainer', createStainer, content.stains, stainWays),
  }
  const files = await actAs(member, createProjectRoute).read(({ tx }) =>
    selectParts(tx, member.organizationId, 'file'),
  )
  return {
    files,
    projects: found.project,
    belongingOf: ({ project = '', tissue = '', stain = '' }) => ({
      ...named('project_id', found.project.get(project)),
      ...named('tissue_id', found.tissue.get(tissue)),
      ...named('stainer_id', found.stain.get(stain)),
    }),
  }
}

const named = <Name extends string>(name: Name, id: string | undefined) =>
  (id === undefined ? {} : { [name]: id }) as { [Key in Name]?: string }

interface Ways<Item> {
  /** The id of one that has the same name. */
  find(work: AuditedWork, item: Item): Promise<string | undefined>
  make(work: AuditedWork, item: Item): Promise<{ id: string }>
  /** Those that slides can be given. */
  usable(tx: Tx, ids: Map<string, string>): Promise<Map<string, string>>
}

async function add<Item extends { key: string }>(
  work: AuditedWork,
  kind: DemoPartKind,
  item: Item,
  how: Ways<Item>,
  known: Map<string, string>,
): Promise<void> {
  const own = await how.find(work, item)
  if (own !== undefined) return void known.set(item.key, own)
  const { id } = await how.make(work, item)
  const { organizationId } = work.member
  await keepPart(work.tx, { organizationId, kind, key: item.key, subjectId: id })
  known.set(item.key, id)
}

const projectWays: Ways<DemoProject> = {
  find: async ({ tx }, { name }) => {
    const { nameKey } = projectKeys(name, '')
    const [found] = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.nameKey, nameKey), isNull(projects.deletedAt)))
    return found?.id
  },
  make: (work, { name, description }) => createProject(work, { name, description }),
  usable: async (tx, ids) => {
    const rows = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(
        and(inArray(projects.id, [...ids.values()]), isNull(projects.deletedAt), isNull(projects.archivedAt)),
      )
    return among(ids, rows)
  },
}

const tissueWays: Ways<DemoTissue> = {
  find: async ({ tx, member: { organizationId } }, { organ, species }) =>
    (await findTerm(tx, tissues, { organizationId, nameKey: nameKeyOf({ organ, species }) }))?.id,
  make: (work, { organ, species }) => createTerm(work, tissues, { organ, species }),
  usable: (tx, ids) => usableTerms(tx, tissueTable, ids),
}

const stainWays: Ways<DemoStain> = {
  find: async ({ tx, member: { organizationId } }, { stain_type }) =>
    (await findTerm(tx, stainers, { organizationId, nameKey: nameKeyOf({ stain_type }) }))?.id,
  make: (work, { stain_type }) => createTerm(work, stainers, { stain_type }),
  usable: (tx, ids) => usableTerms(tx, stainerTable, ids),
}

async function usableTerms(
  tx: Tx,
  table: typeof tissueTable | typeof stainerTable,
  ids: Map<string, string>,
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, [...ids.values()]), isNull(table.mergedInto), isNull(table.deletedAt)))
  return among(ids, rows)
}

function among(ids: Map<string, string>, rows: { id: string }[]): Map<string, string> {
  const usable = new Set(rows.map(({ id }) => id))
  return new Map([...ids].filter(([, id]) => usable.has(id)))
}
