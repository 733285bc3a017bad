export { type NotifierRoom, startNotifier } from "./start-notifier.ts";
