import { answerOrders } from '../../platform/threads/answer-orders.ts'
import { checkFile } from './check-file.ts'

answerOrders(checkFile)
