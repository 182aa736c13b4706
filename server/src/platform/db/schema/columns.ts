import { customType, timestamp } from 'drizzle-orm/pg-core'

/** PostgreSQL's 64-bit transaction id, as a decimal string. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
