import { hostname, setPriority } from 'node:os'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { keepSums } from './domain/analytics/keep-sums.ts'
import { copySeals } from './domain/audit/copy-seals.ts'
import { createSealer } from './domain/audit/seal-audits.ts'
import { sendMails } from './domain/mail/send-mails.ts'
import { fetchAnswers } from './domain/support/fetch-answers.ts'
import { sendTickets } from './domain/support/send-tickets.ts'
import type { Context } from './platform/context.ts'
import { workerConnections } from './platform/db/connections.ts'
import { openMailTransport } from './platform/mail/transport.ts'
import { runChild } from './platform/processes/run-child.ts'
import { readServerId } from './platform/processes/server-id.ts'
import { startWorker } from './platform/queue/worker.ts'
import { type Repetition, repeat } from './platform/repeat.ts'
import { version } from './platform/version.ts'
import { cron, handlers, onSettled } from './workers/index.ts'
import { watchImportFolders } from './workers/ingest/watch-folders.ts'

const second = 1000

/** People who look at slides on the same machine go first. Work in a sandbox steps back further. */
const niceness = 5

/** What is not finished by then goes back to the queue: stopping must not take long. */
const grace = 2 * second

/** The process that runs jobs, and what has to be done every few seconds. */
async function openWorker(context: Context): Promise<() => Promise<void>> {
  const { dataDir, processes } = context.config
  setPriority(niceness)
  const worker = await startWorker(context, {
    definitions: runnable,
    handlers,
    cron,
    onSettled,
    // The supervisor starts another.
    onStuck: () => process.exit(1),
    server: {
      id: await readServerId(dataDir),
      name: hostname(),
      roles: processes.roles,
      labels: processes.workerLabels,
      version,
      slots: processes.workerJobs,
    },
  })
  const chores = startChores(context)
  return async () => {
    await Promise.all([worker.drain(grace), ...chores.map((chore) => chore.stop())])
  }
}

/** Those that stand for their children are nobody's to run. */
const runnable = Object.fromEntries(
  Object.entries(jobDefinitions).filter(([, definition]) => !('parent' in definition)),
)

function startChores(context: Context): Repetition[] {
  const { log, config } = context
  const chores = [
    repeat(log, 'Sealing the audit log', second, createSealer(context)),
    repeat(log, 'Copying seals to storage', 10 * second, () => copySeals(context)),
    repeat(log, 'Adding up months for reports', 60 * second, () => keepSums(context)),
  ]
  if (config.mail !== null) {
    const transport = openMailTransport(config.mail)
    chores.push(repeat(log, 'Sending e-mails', second, () => sendMails(context, transport)))
  }
  if (context.hubspot !== null) {
    chores.push(
      repeat(log, 'Sending tickets', second, () => sendTickets(context)),
      repeat(log, 'Fetching answers to tickets', 10 * second, () => fetchAnswers(context)),
    )
  }
  return [...chores, ...watchImportFolders(context)]
}

await runChild({ connections: workerConnections, open: openWorker })
