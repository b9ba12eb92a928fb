import { followNewTokens } from '../client/fragment'
import { mount } from '../client/mount'
import { Console } from './console'

mount(<Console />)
followNewTokens()
