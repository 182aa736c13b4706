import type { Command } from './command.ts'
import { readOptions } from './usage.ts'
import { withPlatform } from './with-platform.ts'

/** Opening the platform brings the database up to date; this command does nothing else. */
export const migrateDatabase: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'Bring the database up to date.',
  run: async (words, { environment, output }) => {
    readOptions(words, {})
    await withPlatform(environment, async () => output.write('The database is up to date.\n'))
    return 0
  },
}
