CREATE TABLE `staff` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`franchise_id` text,
	`active` integer DEFAULT true NOT NULL,
	`invited_by` text NOT NULL,
	`last_sign_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`franchise_id`) REFERENCES `franchises`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_role" CHECK(("staff"."role" = 'owner' OR "staff"."role" = 'dispatcher' OR "staff"."role" = 'bookkeeper' OR "staff"."role" = 'franchisee')),
	CONSTRAINT "staff_franchisee" CHECK("staff"."role" <> 'franchisee' OR "staff"."franchise_id" IS NOT NULL),
	CONSTRAINT "staff_owner" CHECK("staff"."role" <> 'owner' OR "staff"."franchise_id" IS NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email_unique` ON `staff` (`email`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`renewal_hash` text NOT NULL,
	`method` text NOT NULL,
	`device` text NOT NULL,
	`network` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_sessions_renewal_hash_unique` ON `staff_sessions` (`renewal_hash`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_person` ON `staff_sessions` (`staff_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_end` ON `staff_sessions` (`expires_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`handle` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`franchise_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`franchise_id`) REFERENCES `franchises`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "api_keys_role" CHECK(("__new_api_keys"."role" = 'owner' OR "__new_api_keys"."role" = 'dispatcher' OR "__new_api_keys"."role" = 'bookkeeper' OR "__new_api_keys"."role" = 'franchisee')),
	CONSTRAINT "api_keys_franchisee" CHECK("__new_api_keys"."role" <> 'franchisee' OR "__new_api_keys"."franchise_id" IS NOT NULL),
	CONSTRAINT "api_keys_owner" CHECK("__new_api_keys"."role" <> 'owner' OR "__new_api_keys"."franchise_id" IS NULL)
);
--> statement-breakpoint
INSERT INTO `__new_api_keys`("id", "handle", "key_hash", "name", "role", "franchise_id", "created_by", "created_at", "expires_at", "last_used_at", "revoked_at") SELECT "id", "handle", "key_hash", "name", "role", NULL, "created_by", "created_at", "expires_at", "last_used_at", "revoked_at" FROM `api_keys`;--> statement-breakpoint
DROP TABLE `api_keys`;--> statement-breakpoint
ALTER TABLE `__new_api_keys` RENAME TO `api_keys`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_handle_unique` ON `api_keys` (`handle`);--> statement-breakpoint
CREATE INDEX `hq_tasks_by_franchise` ON `hq_tasks` (`franchise_id`,`state`,`created_at`,`id`) WHERE "hq_tasks"."franchise_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `job_templates_by_franchise` ON `job_templates` (`franchise_id`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_franchise_customer` ON `jobs` (`franchise_id`,`customer_id`);--> statement-breakpoint
CREATE INDEX `outbox_by_franchise` ON `outbox` (`franchise_id`,`id`) WHERE "outbox"."franchise_id" IS NOT NULL;