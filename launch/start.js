import { join, resolve } from 'node:path'
import { ensureBuilt } from './build.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { withNode } from './npm.js'
import { cacheFolder, root } from './places.js'
import { serverFlags } from './server-flags.js'
import { runServer } from './server-process.js'
import { createSteps } from './steps.js'

await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  await ensureBuilt(node, steps)
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    UV_THREADPOOL_SIZE: '24',
    CRESYL_LOG: 'file',
    // Several processes load the same files, and a process that died should be back soon.
    NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
    ...withNode(node),
  }
  return runServer({
    node,
    args: [...serverFlags, join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)],
    cwd: root,
    env,
    steps,
    logFile:
      env.CRESYL_LOG === 'file'
        ? resolve(root, env.CRESYL_DATA_DIR || 'data', 'logs', 'cresyl.log')
        : undefined,
  })
})
