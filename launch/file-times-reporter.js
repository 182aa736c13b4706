import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './places.js'

/** Vitest's reporter of what each file took with its hooks. Loading is left out: the first of several files pays for what they share. */
export default class FileTimesReporter {
  /** @type {import('./file-times.js').FileTime[]} */
  times = []

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const seconds = module.diagnostic().duration / 1000
    this.times.push({ file: relative(root, module.moduleId), seconds })
  }

  onTestRunEnd() {
    const file = process.env.CRESYL_FILE_TIMES
    if (file) writeFileSync(file, JSON.stringify(this.times))
  }
}
