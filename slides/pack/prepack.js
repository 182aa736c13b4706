import { slidesFolder } from './build.js'
import { prepareCheckout } from './checkout.js'

prepareCheckout(slidesFolder)
