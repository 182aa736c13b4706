import { join } from 'node:path'
import { runChild } from './child.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { withNode } from './npm.js'
import { root } from './places.js'
import { serverFlags } from './server-flags.js'
import { createSteps } from './steps.js'

// Standard output belongs to the command alone: images and tables are written to it.
await runCommand(async () => {
  const steps = createSteps(process.stderr)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  const script = join(root, 'slides', 'src', 'cli', 'main.ts')
  const { code } = await runChild(node, [...serverFlags, script, ...process.argv.slice(2)], {
    // npm runs scripts in the checkout; the person's paths begin where the person stands.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: withNode(node),
    show: true,
  })
  return code
})
