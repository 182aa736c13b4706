import { createDecodePool } from '../decode-pool.ts'
import { locate } from './made-slides.ts'
import { strangeTile } from './strange-levels.ts'

/** A process whose pool has a child that loops for ever; says which process that is, and waits to be killed. */
const [, , path = '', compileCacheFolder] = process.argv
const program = new URL('./test-decode-child.ts', import.meta.url)
const pool = createDecodePool({ processes: 1, program, compileCacheFolder })
const location = locate(path)
await pool.render(location, strangeTile('echo'))
pool.render(location, strangeTile('loop'), { timeoutMilliseconds: 600_000 }).catch(() => {})
process.stdout.write(`${pool.pids()[0]}\n`)
