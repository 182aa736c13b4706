import type { ClientBase } from 'pg'
import { type Finding, findingsAbout } from './finding.ts'

const { ok, warning } = findingsAbout('workers')

const alive = "s.state <> 'gone' and s.last_seen_at > now() - interval '1 minute'"

/** Who would do the work that waits. */
export async function checkWorkers(client: ClientBase): Promise<Finding[]> {
  const { rows: made } = await client.query<{ made: boolean }>(
    "select to_regclass('jobs') is not null as made",
  )
  if (!made[0]?.made) return []
  const { rows } = await client.query<{ names: string[]; labels: string[] }>(
    `select array_agg(s.name order by s.name) as names, s.labels from servers s where ${alive} group by s.labels order by s.labels`,
  )
  if (rows.length === 0) {
    return [
      warning('No worker was seen in the last minute: jobs wait. Start a machine with the role worker.'),
    ]
  }
  const seen = rows.map(({ names, labels }) =>
    ok(`${names.join(', ')} ${labels.length === 0 ? 'without labels' : `with ${labels.join(', ')}`}`),
  )
  const { rows: unserved } = await client.query<{ labels: string[]; count: number }>(
    `select j.labels, count(*)::int as count from jobs j
     where j.state = 'queued' and not j.is_parent
       and not exists (select from servers s where ${alive} and s.labels @> j.labels)
     group by j.labels`,
  )
  const wanting = unserved.map(({ labels, count }) =>
    warning(
      `${count} jobs wait for a worker with ${labels.join(', ')}, and there is none. Start one with CRESYL_WORKER_LABELS=${labels.join(',')}.`,
    ),
  )
  return [...seen, ...wanting]
}
