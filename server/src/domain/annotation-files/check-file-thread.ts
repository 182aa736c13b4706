import { parentPort, workerData } from 'node:worker_threads'
import { checkFile, type FileToCheck } from './check-file.ts'

parentPort?.postMessage(checkFile(workerData as FileToCheck))
