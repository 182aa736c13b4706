import { spawn } from 'node:child_process'
import { programEnvironment, type SystemUser, spawnIdentity } from './run-program.ts'

export interface Watchdog {
  /** To be called once PostgreSQL has ended in the ordinary way. */
  dismiss(): void
}

/**
 * Waits on a pipe from the supervisor. A line means "done"; its end without one means that the supervisor
 * died. A process id may belong to somebody else by then, so the cluster's own file has to agree.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r word && exit 0
runs() {
  read -r pid < "$2/postmaster.pid" && [ "$pid" = "$1" ] && kill -0 "$1"
} 2> /dev/null
runs "$1" "$2" && kill -INT "$1"
tries=0
while [ $tries -lt 100 ] && runs "$1" "$2"; do
  sleep 0.1
  tries=$((tries + 1))
done
runs "$1" "$2" && kill -QUIT "$1"
`

/** A small shell that stops PostgreSQL when this process ends without having done so, even by kill -9. */
export function startWatchdog(postgres: number, cluster: string, user: SystemUser | null): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'cresyl-watchdog', String(postgres), cluster], {
    ...spawnIdentity(user),
    cwd: '/',
    env: programEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a watchdog the database still works; the next start would stop an orphan.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  return { dismiss: () => child.stdin.end('done\n') }
}
