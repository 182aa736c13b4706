import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { runChild } from './child.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { withNode } from './npm.js'
import { root } from './places.js'
import { serverFlags } from './server-flags.js'
import { createSteps } from './steps.js'

// Lists the benchmarks, or runs the one that is named.
await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const words = process.argv.slice(2)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  if (words.length > 0) await ensureBuilt(node, steps)
  const script = join(root, 'bench', 'main.ts')
  const { code } = await runChild(node, [...serverFlags, script, ...words], {
    cwd: root,
    env: withNode(node),
    show: true,
  })
  return code
})
