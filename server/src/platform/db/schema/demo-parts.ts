import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

export type DemoPartKind = 'project' | 'tissue' | 'stainer' | 'file' | 'act'

/** What belongs to the demonstration content of an organisation, each under the name it has in the list of content. */
export const demoParts = pgTable(
  'demo_parts',
  {
    organizationId: uuid('organization_id').notNull(),
    kind: text('kind').$type<DemoPartKind>().notNull(),
    key: text('key').notNull(),
    subjectId: uuid('subject_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.key] })],
)
