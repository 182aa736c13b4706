import { asc } from 'drizzle-orm'
import { lastSeal } from '../domain/audit/queries.ts'
import { writeCopies } from '../domain/audit/seal-copies.ts'
import { organizations } from '../platform/db/schema/index.ts'
import type { Command } from './command.ts'
import { readOptions } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const auditSeals: Command = {
  name: 'audit seals',
  usage: 'audit seals',
  summary:
    'Print the newest seal of each organisation, one per line. Keep them elsewhere: with `audit verify --against` they show later whether the log was cut off or rewritten.',
  run: async (words, { environment, output }) => {
    readOptions(words, {})
    const seals = await withPlatform(environment, ({ database }) =>
      database.asSystem(async (tx) => {
        const all = await tx
          .select({ id: organizations.id })
          .from(organizations)
          .orderBy(asc(organizations.name))
        const newest = []
        for (const { id } of all) newest.push(await lastSeal(tx, id))
        return newest.filter((seal) => seal !== undefined)
      }),
    )
    output.write(writeCopies(seals).toString())
    return 0
  },
}
