CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`handle` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer,
	CONSTRAINT "api_keys_role" CHECK(("api_keys"."role" = 'owner' OR "api_keys"."role" = 'dispatcher' OR "api_keys"."role" = 'bookkeeper'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_handle_unique` ON `api_keys` (`handle`);--> statement-breakpoint
CREATE TABLE `calendar_feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`worker_id` text,
	`franchise_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`franchise_id`) REFERENCES `franchises`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "calendar_feeds_subject" CHECK(("calendar_feeds"."worker_id" IS NULL) <> ("calendar_feeds"."franchise_id" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_one_per_worker` ON `calendar_feeds` (`worker_id`) WHERE "calendar_feeds"."revoked_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_one_per_franchise` ON `calendar_feeds` (`franchise_id`) WHERE "calendar_feeds"."revoked_at" IS NULL;