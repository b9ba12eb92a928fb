import { serve } from './serve'

await serve(process.env)
