ALTER TABLE `service_types` ADD `foot_price_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `service_types` ADD `story_price_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `service_types` ADD `window_price_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `service_types` ADD `minimum_price_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `service_types` ADD `extras` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `service_types` ADD `by_quote` integer DEFAULT false NOT NULL;