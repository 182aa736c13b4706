import { slidesFolder } from './build.js'
import { restoreCheckout } from './checkout.js'

restoreCheckout(slidesFolder)
