import { testGreedyFiles } from './test-support/test-greedy.ts'

testGreedyFiles('quick')
