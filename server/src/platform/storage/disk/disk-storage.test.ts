import { testStorage } from '../test-support/storage-contract.ts'
import { openTestDisk } from '../test-support/test-disk.ts'

testStorage('disk', () => openTestDisk())
