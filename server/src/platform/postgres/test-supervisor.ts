/**
 * A program for tests: locks a data folder, starts its database unless told not to, says so in one line of
 * JSON, and waits to be killed. Arguments: data folder, a JSON object of options.
 */
import { z } from 'zod'
import { lockDataFolder } from '../data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const supervisorOptions = z.object({
  /** Give up root for this user first. */
  user: z.object({ uid: z.number(), gid: z.number() }).optional(),
  lockOnly: z.boolean().optional(),
  packageFolder: z.string().optional(),
})
export type SupervisorOptions = z.infer<typeof supervisorOptions>
export type SupervisorReport = { url?: string; error?: string; name?: string; interrupted?: true }

const [dataDir = '', json = '{}'] = process.argv.slice(2)
const options = supervisorOptions.parse(JSON.parse(json))
const report = (content: SupervisorReport) => process.stdout.write(`${JSON.stringify(content)}\n`)

// As a server that is busy shutting down when Ctrl-C is pressed again.
process.on('SIGINT', () => report({ interrupted: true }))
if (options.user) {
  process.setgroups?.([])
  process.setgid?.(options.user.gid)
  process.setuid?.(options.user.uid)
}
try {
  await lockDataFolder(dataDir)
  if (options.lockOnly) {
    report({})
  } else {
    const { packageFolder } = options
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      ...(packageFolder === undefined ? {} : { packageFolder }),
    })
    report({ url: postgres.url })
  }
  setInterval(() => {}, 60_000)
} catch (error) {
  report(error instanceof Error ? { error: error.message, name: error.name } : { error: String(error) })
}
