import { fileURLToPath } from 'node:url'
import { findFaults } from './find-faults.js'

// Checks the direction of imports, their cycles, undeclared packages and reads of the environment.
const faults = findFaults(fileURLToPath(new URL('..', import.meta.url)))
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'Imports are in order.' : `${faults.length} faults in imports.`)
process.exitCode = faults.length === 0 ? 0 : 1
