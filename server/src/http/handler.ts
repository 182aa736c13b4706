import type { Route, RouteReply } from '@cresyl/contract/api/route'
import type { Routes } from '@cresyl/contract/routes'
import type { Context } from '../platform/context.ts'
import type { Call } from './call.ts'

/** Answers one route. The context is for what a transaction is not enough for. */
export type Handler<R extends Route> = (call: Call<R>, context: Context) => Promise<RouteReply<R>>
export type Handlers = { [Name in keyof Routes]: Handler<Routes[Name]> }
