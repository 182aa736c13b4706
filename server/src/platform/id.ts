export { newId } from '@cresyl/contract/new-id'
