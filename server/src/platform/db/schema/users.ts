import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** A person is known by (issuer, subject), never by the e-mail address. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  /** The name folded by `foldText`, for search and order: whoever writes one writes both. */
  nameKey: text('name_key').notNull(),
  picture: text('picture'),
  superadmin: boolean('superadmin').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  disabledAt: instant('disabled_at'),
})

/** The issuer stored for people of the embedded provider, whose address changes with the port. */
export const embeddedIssuer = 'embedded'
